// Which texts may name a branch: a plain name, never a full ref, an option or a pattern. Pure.

/** True for a name that git takes for a branch as it stands. */
export const isBranchName = (text: string): boolean =>
  /^[A-Za-z0-9_][\w.-]*(\/[\w-][\w.-]*)*$/.test(text) && !/^refs\/|\.\.|\.(lock)?(\/|$)/.test(text);
