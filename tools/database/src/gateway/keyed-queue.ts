export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    this.last.set(key, result);
    const removeIfLast = (): void => {
      if (this.last.get(key) === result) this.last.delete(key);
    };
    result.then(removeIfLast, removeIfLast);
    return result;
  }
}
