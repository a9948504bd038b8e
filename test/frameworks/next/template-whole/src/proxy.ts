import { type NextRequest, NextResponse } from 'next/server';

export function proxy(request: NextRequest): NextResponse {
  return NextResponse.redirect(new URL('/login', request.url));
}

export const config = { matcher: ['/((?!app/|runs/|\\.well-known/workflow/).*)'] };
