/** Resolves with true after `milliseconds`, or with false as soon as `happened` resolves. */
export function pauseUntil(happened: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), milliseconds);
  });
  return Promise.race([over, happened.then(() => false)]).finally(() => clearTimeout(timer));
}
