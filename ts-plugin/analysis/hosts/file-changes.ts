/** What happened to files since somebody last looked, on disk or in an editor. */
/** Absolute paths. */
export interface FileChanges {
  changed?: readonly string[];
  created?: readonly string[];
  deleted?: readonly string[];
}
