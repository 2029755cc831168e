// Help topics that belong to no command: `foremerge help exit-codes`.

const EXIT_CODES = `Exit statuses of foremerge

  0    done, nothing blocking
  1    a blocking finding (at or above --fail-on), an incomplete assessment of what was asked,
       or a refusal by state (gate, lock held, not the owner, settled already)
  2    bad usage or input, unknown id; nothing was written
  3    the ledger, git or the file system failed, or there is no ledger
  70   a bug of foremerge
  130  interrupted

foremerge hook follows the agents' own convention: 0, or 2 to block.
`;

export const TOPICS: Readonly<Record<string, string>> = { "exit-codes": EXIT_CODES };
