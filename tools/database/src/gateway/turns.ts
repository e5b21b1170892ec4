/** Lets those who ask under one key go one after the other, in the order of asking. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` when all that was taken before it under `key` has ended, well or not; answers what `work` answers. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    this.last.set(key, turn);
    const ended = (): void => {
      if (this.last.get(key) === turn) this.last.delete(key);
    };
    turn.then(ended, ended);
    return turn;
  }
}
