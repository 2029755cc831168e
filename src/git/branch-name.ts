// Which texts may name a branch: a plain name, never a full ref, an option or a pattern. Pure.

/**
 * True for a name that git takes for a branch as it stands: the rules of git check-ref-format, without full refs and
 * what is short for another name.
 */
export const isBranchName = (text: string): boolean =>
  text !== "" &&
  text !== "HEAD" &&
  !/^-|^refs\//.test(text) &&
  !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\.$/.test(text) &&
  text.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
