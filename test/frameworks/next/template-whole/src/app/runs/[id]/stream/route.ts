import { toStreamResponse } from 'workflow/api';

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return await toStreamResponse((await params).id, request);
}
