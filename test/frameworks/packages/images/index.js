/** As image libraries do where npm has left out the binary for the machine. */
throw new Error('There is no binary of images for this machine');

export function resize() {}
