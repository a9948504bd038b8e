import nodemailer from 'nodemailer';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return await nodemailer.createTransport({}).sendMail({});
}
