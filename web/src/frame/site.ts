// Where the site lies: at the root of its host, or under a path that the server was told.
const root = document.documentElement.dataset.root ?? "";

/** The address of one of our own pages or files, by its path on this site. */
export const at = (path: string): string => root + path;
