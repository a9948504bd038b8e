const seen: string[] = [];
export const log = (text: string) => seen.push(text);
export const app = {
  seen,
  post: (path: string, _handler: unknown) => seen.push(path),
  ready: async () => void seen.push('ready'),
};
