/** Errors that the AI SDK's own classes recognise (`NoSuchToolError.isInstance(error)`), made without the AI SDK. */

const MARKER = 'vercel.ai.error';

function sdkError(name: string, message: string, fields: object): Error {
  const error = Object.assign(new Error(message), fields);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  for (const marker of [MARKER, `${MARKER}.${name}`]) Object.defineProperty(error, Symbol.for(marker), { value: true });
  return error;
}

/** The model called a tool that it was not given. */
export function noSuchToolError(toolName: string, availableTools: string[]): Error {
  const known =
    availableTools.length === 0 ? 'No tools are available.' : `Available tools: ${availableTools.join(', ')}.`;
  const message = `Model tried to call unavailable tool '${toolName}'. ${known}`;
  return sdkError('AI_NoSuchToolError', message, { toolName, availableTools });
}

/** The model called a tool with an input that does not fit. */
export function invalidToolInputError(toolName: string, toolInput: string, reason: string): Error {
  const message = `Invalid input for tool ${toolName}: ${reason}`;
  return sdkError('AI_InvalidToolInputError', message, { toolName, toolInput });
}
