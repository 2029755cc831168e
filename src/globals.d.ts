/** The version of this build, written in by scripts/build.mjs from package.json. */
declare const FOREMERGE_VERSION: string;
