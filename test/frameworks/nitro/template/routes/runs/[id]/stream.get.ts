import { defineHandler, getRouterParam } from 'nitro/h3';
import { toStreamResponse } from 'workflow/api';

export default defineHandler((event) => toStreamResponse(getRouterParam(event, 'id')!, event.req));
