import { Injectable } from '@nestjs/common';

/** A provider of the application: there must be one of it only. */
@Injectable()
export class Counter {
  count = 0;
}
