/** A member of a {@link RankHeap}. */
export interface Ranked {
  /** The lowest is first. Whoever changes it tells the heap. */
  readonly rank: number;
  /** Decides between equal ranks. */
  readonly order: number;
  /** Where it is in its heap, which alone writes it; -1: in none. */
  heapIndex: number;
}

/** A binary heap whose members may change their rank or leave from the middle. Each is in one heap at most. */
export class RankHeap<Member extends Ranked> {
  readonly #members: Member[] = [];

  /** The member of the lowest rank. */
  get first(): Member | undefined {
    return this.#members[0];
  }

  /** Takes a member in, or moves it to where its rank belongs now. */
  put(member: Member): void {
    if (member.heapIndex === -1) member.heapIndex = this.#members.push(member) - 1;
    this.#settle(member);
  }

  /** Lets a member go that is in this heap. */
  remove(member: Member): void {
    const last = this.#members.pop()!;
    if (last !== member) {
      this.#place(last, member.heapIndex);
      this.#settle(last);
    }
    member.heapIndex = -1;
  }

  #settle(member: Member): void {
    this.#rise(member);
    this.#sink(member);
  }

  #rise(member: Member): void {
    for (let index = member.heapIndex; index > 0; index = member.heapIndex) {
      const parent = this.#members[(index - 1) >> 1]!;
      if (!isBefore(member, parent)) return;
      this.#place(parent, index);
      this.#place(member, (index - 1) >> 1);
    }
  }

  #sink(member: Member): void {
    for (;;) {
      const index = member.heapIndex;
      const child = this.#lesserChild(index);
      if (!child || !isBefore(child, member)) return;
      this.#place(member, child.heapIndex);
      this.#place(child, index);
    }
  }

  #lesserChild(index: number): Member | undefined {
    const [left, right] = [this.#members[2 * index + 1], this.#members[2 * index + 2]];
    return left && right && isBefore(right, left) ? right : left;
  }

  #place(member: Member, index: number): void {
    this.#members[index] = member;
    member.heapIndex = index;
  }
}

const isBefore = (a: Ranked, b: Ranked): boolean => a.rank < b.rank || (a.rank === b.rank && a.order < b.order);
