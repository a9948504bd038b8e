import Joi from 'joi';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const schema = Joi.object({
    username: Joi.string().alphanum().min(3).max(30).required(),
    password: Joi.string().pattern(/^[a-z]{3,30}$/),
    repeat: Joi.ref('password'),
    year: Joi.number().integer().min(1900),
    email: Joi.string().email({ tlds: { allow: ['com'] } }),
  }).with('password', 'repeat');
  const bad = schema.validate(await echo({ username: 'a', year: 1 }), { abortEarly: false });
  return [
    schema.validate({ username: 'abc', year: '1994', email: 'a@b.com' }).value,
    bad.error?.message,
    bad.error?.details.map((one) => one.type),
  ];
}
