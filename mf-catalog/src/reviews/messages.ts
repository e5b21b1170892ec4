export const messages = {
  title: 'Customer reviews',
  loadFailed: 'The reviews could not be loaded.',
  stars: (stars: number) => `${stars} of 5 stars`,
  rating: (average: number, count: number) => `${average} of 5 · ${count === 1 ? '1 review' : `${count} reviews`}`,
  fits: { small: 'Runs small', true: 'True to size', large: 'Runs large' },
  verified: 'Verified purchase',
  reply: 'Reply from the shop',
  helpful: (count: number) => (count === 0 ? 'Helpful' : `Helpful (${count})`),
  helpfulOf: (author: string) => `The review of ${author} is helpful`,
  more: 'More reviews',
  logIn: 'Please log in to mark reviews as helpful.',
};
