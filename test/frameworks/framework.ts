/** Describes how a framework installs, builds and serves the application in `app/`. */

/** A program that npm has installed in the project, and its arguments. */
export interface Command {
  /** Path of the program's file, relative to the project. */
  script: string;
  args?: string[];
  env?: Record<string, string>;
  /** The program that runs the script, relative to the project. Default: the Node of the tests. */
  program?: string;
  /** Arguments of that program, before the script. */
  flags?: string[];
}

export interface Framework {
  /** Name in the table of results. */
  name: string;
  /**
   * Folder that is copied over the application: configuration, one route that passes all requests below `/app` to
   * `app.ts`, and a `package.json` with exact versions. An array: several folders, one over the other.
   */
  template: string | string[];
  /** Directory of the application inside the project, such as `src`. Default: the project's own. */
  appDir?: string;
  /** Path below which the application is mounted, such as `/v2`. Default: none. */
  base?: string;
  /** Where the application mounts a dashboard of its own, for the user `operator` in a header. Default: nowhere. */
  dashboard?: string;
  /** Whether steps run in the modules that the application has, in production. Default: false. */
  sharesModules?: boolean;
  /** Which modules the two share in development: those of files that were not edited, or all. Default: `none`. */
  sharesInDevelopment?: 'none' | 'unedited' | 'all';
  /** Makes a production build. Absent: no build. */
  build?: Command | Command[];
  /** How the build is served. */
  production: {
    /**
     * Files and directories that are copied from the project to a separate directory, so that nothing leads back to the
     * sources. Installed packages are among them only where the framework does not bundle them.
     */
    output: string[];
    /** The server's command, run in that directory. */
    serve(port: number): Command;
    /** The exit code after SIGTERM. Default 0. */
    exitCode?: number;
  };
  /** The command of the development server. Absent: that of production. */
  develop?(port: number): Command;
  /** Why requests may stay unanswered while the development server replaces its process. Default: they are answered. */
  dropsArrivals?: string;
  /** Why the development server drops requests in progress when a file is edited. Default: it does not. */
  dropsRequests?: string;
  /** Its development server watches installed files: another hard link to one of them counts as a change. */
  watchesPackages?: boolean;
}
