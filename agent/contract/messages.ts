/** The errors of agents in workflow code. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of agents in workflow code. */
export const agentError = defineErrors({
  agent_outside_workflow: {
    message: () => 'An agent was asked to stream outside of a workflow.',
    fix: () => 'call it in a function with "use workflow", and start that with start()',
  },
  agent_option_invalid: {
    message: ({ option, found, expected }: { option: string; found: string; expected: string }) =>
      `"${option}" is ${found}, but has to be ${expected}.`,
    fix: ({ option }) => `correct "${option}", or leave it out`,
  },
  agent_model_not_sendable: {
    message: () => '"model" is a function of the workflow, which cannot be sent to the host, where models are called.',
    fix: () =>
      'write the function into the options of the agent (`model: async () => openai("gpt-5")`), or give it "use step"',
  },
  agent_model_not_storable: {
    message: () => '"model" is an instance of a model. It would be stored in the journal, and its key with it.',
    fix: () =>
      'write the expression that makes it directly into the options of the agent, where it is moved to the host, or use workflow/agent/providers',
  },
  agent_function_not_sendable: {
    message: ({ option }: { option: string }) =>
      `"${option}" is a function of the workflow, which cannot be sent to the host, where it runs.`,
    fix: () => 'write it directly into the options of stream(), from where it is moved to the host',
  },
  agent_header_not_storable: {
    message: ({ name }: { name: string }) =>
      `"headers" has "${name}", a credential, which would be stored with the run, for everyone to read who can see it.`,
    fix: ({ name }) =>
      `give it to the provider where the model is made, which is moved to the host: \`model: openai({ headers: { '${name}': process.env.… } })('…')\``,
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
    message: () => '"experimental_telemetry" has a tracer, which cannot be sent to the host, where models are called.',
    fix: () => 'leave it out: spans go to the tracer provider that the server registers globally',
  },
  agent_message_invalid: {
    message: ({ index, reason }: { index: number; reason: string }) => `messages[${index}] is no message: ${reason}.`,
    fix: () => 'give messages of the AI SDK: { role, content }; convertToModelMessages() makes them of those of a chat',
  },
});
