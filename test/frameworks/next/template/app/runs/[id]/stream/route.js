import { toStreamResponse } from 'workflow/api';

export async function GET(request, { params }) {
  return await toStreamResponse((await params).id, request);
}
