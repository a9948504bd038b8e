export const Card = ({ title, children }: { title: string; children: unknown }) => ({ card: { title, children } });
