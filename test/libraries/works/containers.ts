import 'reflect-metadata';
import { TZDate } from '@date-fns/tz';
import { plainToInstance, Type } from 'class-transformer';
import { Container, inject, injectable } from 'inversify';
import { container, injectable as tsyringe } from 'tsyringe';
import { echo } from '../echo.ts';

/** What a compiler writes for legacy decorators with the types of parameters. */
const decorate = (decorators: unknown[], target: object, types: unknown[] = []): void =>
  void Reflect.decorate(
    [...decorators, Reflect.metadata('design:paramtypes', types)] as ClassDecorator[],
    target as never,
  );

export async function program() {
  'use workflow';
  class Rows {
    list = ['a', 'b'];
  }
  class Counter {
    rows: Rows;
    constructor(rows: Rows) {
      this.rows = rows;
    }
  }
  class Sum extends Counter {}
  class Order {
    rows: Rows[] = [];
  }
  decorate([injectable()], Rows);
  inject(Rows)(Counter, undefined, 0);
  decorate([injectable()], Counter, [Rows]);
  decorate([tsyringe()], Sum, [Rows]);
  Type(() => Rows)(Order.prototype, 'rows');
  const inversify = new Container();
  inversify.bind(Rows).toSelf();
  inversify.bind(Counter).toSelf();
  const date = await echo(new TZDate(2026, 0, 31, 9, 0, 0, 'Asia/Singapore').toISOString());
  return [
    inversify.get(Counter).rows.list,
    container.resolve(Sum).rows.list,
    plainToInstance(Order, { rows: [{ list: [] }] }).rows[0] instanceof Rows,
    date,
  ];
}
