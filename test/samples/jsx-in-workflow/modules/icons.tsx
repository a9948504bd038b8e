export const size = 3;
export const Star = () => `star ${size}`;
