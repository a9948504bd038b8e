import { toStreamResponse } from 'workflow/api';

export const loader = ({ request, params }: { request: Request; params: { id: string } }) =>
  toStreamResponse(params.id, request);
