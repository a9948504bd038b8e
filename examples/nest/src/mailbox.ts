import { Injectable, Logger } from '@nestjs/common';

/** Stands for a service that sends mails. */
@Injectable()
export class Mailbox {
  readonly #logger = new Logger('Mailbox');

  send(to: string, text: string): void {
    this.#logger.log(`To ${to}: ${text}`);
  }
}
