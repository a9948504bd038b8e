import { WebSocket } from 'ws';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return new WebSocket('ws://a.example').readyState;
}
