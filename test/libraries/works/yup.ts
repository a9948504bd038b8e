import * as yup from 'yup';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const user = yup.object({
    name: yup.string().required(),
    age: yup.number().required().positive().integer(),
    on: yup.date().default(() => new Date(0)),
  });
  const bad = await user.validate(await echo({ age: -1 }), { abortEarly: false }).catch((error) => error.errors);
  return [await user.validate({ name: 'ann', age: '24' }), bad];
}
