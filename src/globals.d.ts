/** The version of this build, written in by scripts/build.mjs from package.json. */
declare const FOREMERGE_VERSION: string;
/** Names the sources that this build was made from: snapshots of another build are not used. */
declare const FOREMERGE_BUILD: string;
