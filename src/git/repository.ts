// Where the repository is: worktree root, git directory, common directory. Type only: finding it is src/git/discover.ts.

export interface Repository {
  /** Worktree root, real path; for a bare repository its directory. */
  readonly root: string;
  readonly bare: boolean;
  /** This worktree's git directory. */
  readonly gitDir: string;
  /** The directory all linked worktrees share. */
  readonly commonDir: string;
  /** `main` for the main worktree, else the name git gave the linked one. */
  readonly worktreeName: string;
  /** core.ignorecase of the repository's config. */
  readonly ignoreCase: boolean;
  /** Branch checked out here, without `refs/heads/`; undefined when detached. */
  readonly branch: string | undefined;
  /** Commit of HEAD; undefined before the first commit. */
  readonly head: string | undefined;
  /** `user.name` from the repository's, user's or system's config; undefined when unset. */
  readonly userName: string | undefined;
  /** A value of the repository's own config file, as written there; includes are not followed. */
  config(section: string, subsection: string | undefined, key: string): string | undefined;
}
