const FOLDER = '/media/rangavalli/image/upload/rangavalli/home';

/** Returns the URL of a home page picture: `hero-1-desktop`, `carousel-13`, `promo-4`. */
export const homePicture = (name: string): string => `${FOLDER}/${name}`;
