export interface Settings {
  size: number;
}
export const read = (settings: Settings) => settings;
export default class Default {}
