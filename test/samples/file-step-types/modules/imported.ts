export interface Imported {
  size: number;
}
