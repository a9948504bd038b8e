/** What the tests must know of a framework to put the application in `app/` on it. */

/** A program that npm has installed in the project, and how it is called. */
export interface Command {
  /** File of the program, from the project's directory. */
  script: string;
  args?: string[];
  env?: Record<string, string>;
  /** What runs the script, from the project's directory. Default: the Node of the tests. */
  program?: string;
  /** Arguments of that program, ahead of the script. */
  flags?: string[];
}

export interface Framework {
  /** As the table of results calls it. */
  name: string;
  /**
   * Folder that is laid over the application: configuration, one route that passes all requests below `/app` to `app.ts`, and
   * a `package.json` with the exact versions that npm installs. An array: one folder over the other.
   */
  template: string | string[];
  /** Directory of the project that the application is put into, such as `src`. Default: the project's own. */
  appDir?: string;
  /** Path below which the application is mounted, such as `/v2`. Default: none. */
  base?: string;
  /** Ends with the output of a production build. Absent: there is nothing to build. */
  build?: Command | Command[];
  /** How the output is served. */
  production: {
    /**
     * What is copied from the project to a directory of its own, so that nothing leads back to the sources. Directories and files,
     * from the project's directory; installed packages are among them only where the framework does not bundle them.
     */
    output: string[];
    /** Run in that directory. */
    serve(port: number): Command;
  };
  /** The development server. Absent: it is the one of production. */
  develop?(port: number): Command;
  /** Why requests that come while the development server replaces its process may get no answer. Default: they get one. */
  dropsArrivals?: string;
  /** Why this framework's development server drops requests that are under way when a file is edited. Default: it does not. */
  dropsRequests?: string;
}
