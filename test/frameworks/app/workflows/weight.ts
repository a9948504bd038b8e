import { FatalError, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

/** Like `Money`; the application imports this file only when it needs it. */
export class Weight {
  readonly #grams: number;

  constructor(grams: number) {
    this.#grams = grams;
  }

  static gramsOf(weight: Weight): number {
    return weight.#grams;
  }

  static [WORKFLOW_SERIALIZE](weight: Weight): number {
    return weight.#grams;
  }

  static [WORKFLOW_DESERIALIZE](grams: number): Weight {
    return new Weight(grams);
  }
}

export async function pack(parcel: Weight): Promise<Weight> {
  'use workflow';
  return await wrap(parcel);
}

async function wrap(parcel: Weight): Promise<Weight> {
  'use step';
  if (!(parcel instanceof Weight)) throw new FatalError('the parcel is no Weight here');
  return new Weight(Weight.gramsOf(parcel) + 1);
}
