/** The errors of agents in workflow code. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of agents in workflow code. */
export const agentError = defineErrors({
  agent_outside_workflow: {
    message: () => 'stream() of an agent was called outside of a workflow.',
    fix: () => 'call it in a function with "use workflow", and start that function with start()',
  },
  agent_option_invalid: {
    message: ({ option, found, expected }: { option: string; found: string; expected: string }) =>
      `"${option}" is ${found}, but must be ${expected}.`,
    fix: ({ option }) => `correct "${option}", or leave it out`,
  },
  agent_option_unknown: {
    message: ({ owner, option }: { owner: string; option: string; accepted: string }) =>
      `"${option}" is no option of ${owner}.`,
    fix: ({ accepted }) => `use ${accepted}`,
  },
  agent_prompt_twice: {
    message: () => 'An agent has both "system" and "instructions", which are two names of its system prompt.',
    fix: () => 'leave one of them out',
  },
  agent_model_not_sendable: {
    message: () =>
      '"model" is a function in workflow code. Models are called on the host, and the function cannot be sent there.',
    fix: () =>
      'write the function into the options of the agent (`model: async () => openai("gpt-5")`), or give it "use step"',
  },
  agent_model_not_storable: {
    message: () => '"model" is an instance of a model. The journal would store it with its key.',
    fix: () =>
      'write the expression that makes the model directly into the options of the agent, from where it is moved to the host, or use workflow/agent/providers',
  },
  agent_function_not_sendable: {
    message: ({ option }: { option: string }) =>
      `"${option}" is a function in workflow code. It runs on the host, and cannot be sent there.`,
    fix: () => 'write the function directly into the options of stream(), from where it is moved to the host',
  },
  agent_header_not_storable: {
    message: ({ name }: { name: string }) =>
      `"headers" holds the credential "${name}". It would be stored with the run, and everyone who sees the run could read it.`,
    fix: ({ name }) =>
      `give it to the provider in "model", which is moved to the host: \`model: openai({ headers: { '${name}': process.env.… } })('…')\``,
  },
  agent_tool_unknown: {
    message: ({ option, name, known }: { option: string; name: string; known: string }) =>
      `"${option}" names the tool "${name}", which the agent does not have. It has: ${known}.`,
    fix: () => 'correct the name, or add the tool to "tools"',
  },
  agent_tool_schema_unsupported: {
    message: ({ toolName }: { toolName: string }) =>
      `The schema of the tool "${toolName}" cannot be turned into JSON Schema, which models read.`,
    fix: () =>
      'use zod 4.2 or newer, another Standard Schema with JSON Schema, jsonSchema() of the AI SDK, or JSON Schema',
  },
  agent_output_invalid: {
    message: ({ reason }: { reason: string }) => `The answer does not fit "experimental_output": ${reason}.`,
    fix: () =>
      'describe the fields in the schema, raise "maxOutputTokens", or use a model that knows structured output',
  },
  agent_telemetry_tracer: {
    message: () =>
      '"experimental_telemetry" has a tracer. Models are called on the host, and the tracer cannot be sent there.',
    fix: () => 'leave the tracer out: spans go to the tracer provider that the server registers globally',
  },
  agent_message_invalid: {
    message: ({ index, reason }: { index: number; reason: string }) => `messages[${index}] is no message: ${reason}.`,
    fix: () => 'give messages of the AI SDK: { role, content }; convertToModelMessages() converts messages of a chat',
  },
});
