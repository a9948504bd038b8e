export const agent = <T extends object>(options: T) => ({
  ...options,
  run(this: any) {
    return this.tools?.search.execute({ query: 'a' }) ?? this.execute();
  },
});
export const tool = <T>(options: T): T => options;
