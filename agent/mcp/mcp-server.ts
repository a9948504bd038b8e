/** Where an MCP server is. */

/** One that is reached over HTTP: streamable HTTP, and where the server does not know that, SSE. */
export interface McpHttpServer {
  url: string | URL;
  /** In workflow code only such as are no secrets. */
  headers?: Record<string, string> | undefined;
  /**
   * Headers in which `$NAME` stands for a variable of the host's environment: `{ Authorization: 'Bearer $MCP_TOKEN' }`.
   */
  headersFromEnv?: Record<string, string> | undefined;
}

/** One that is a program on the host, with which the host speaks over its standard input and output. */
export interface McpStdioServer {
  command: string;
  args?: string[] | undefined;
  /** Variables of its environment. In workflow code only such as are no secrets. */
  env?: Record<string, string> | undefined;
  /**
   * Names of variables that it gets from the host's environment. Without them it gets only `PATH`, `HOME` and the like.
   */
  inheritEnv?: string[] | undefined;
  /** Its working directory. */
  cwd?: string | undefined;
}

/** An MCP server: an address, or a program that is started. */
export type McpServer = McpHttpServer | McpStdioServer;

/** A server, or a step function that says on the host where it is: what that gives is never stored. */
export type McpConnect = McpServer | (() => McpServer | PromiseLike<McpServer>);
