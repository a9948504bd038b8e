/** All errors of this package, by the place in which people meet them. */
import { agentArea } from '../explanations/agent.ts';
import { agentChatArea } from '../explanations/agent-chat.ts';
import { agentMcpArea } from '../explanations/agent-mcp.ts';
import { agentModelsArea } from '../explanations/agent-models.ts';
import { agentTestingArea } from '../explanations/agent-testing.ts';
import { compilerArea } from '../explanations/compiler.ts';
import { agentRulesArea } from '../explanations/editor-agents.ts';
import { callsArea } from '../explanations/editor-calls.ts';
import { dataArea } from '../explanations/editor-data.ts';
import { functionsArea } from '../explanations/editor-functions.ts';
import { sandboxArea } from '../explanations/editor-sandbox.ts';
import { editorArea } from '../explanations/editor.ts';
import type { Area } from '../explanations/explanation.ts';
import { astroArea, nextArea, sveltekitArea } from '../explanations/frameworks.ts';
import { integrationArea, platformArea, serverArea } from '../explanations/integrations.ts';
import { nestArea } from '../explanations/nest.ts';
import { runtimeAreas } from '../explanations/runtime.ts';
import { valuesArea } from '../explanations/values.ts';
import { worldArea } from '../explanations/world.ts';
import { editorSetupArea } from './editor-explanations.ts';
import { programArea } from './explanations.ts';

/**
 * In the order of the index. A new catalogue gets an area in `src/explanations` and a line here; without them
 * scripts/error-pages.test.ts fails.
 */
export const AREAS: readonly Area[] = [
  compilerArea,
  callsArea,
  sandboxArea,
  functionsArea,
  dataArea,
  agentRulesArea,
  editorArea,
  ...runtimeAreas,
  valuesArea,
  worldArea,
  agentArea,
  agentModelsArea,
  agentChatArea,
  agentMcpArea,
  agentTestingArea,
  integrationArea,
  serverArea,
  nextArea,
  nestArea,
  sveltekitArea,
  astroArea,
  platformArea,
  programArea,
  editorSetupArea,
];
