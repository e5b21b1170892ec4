const FOLDER = '/media/rangavalli/image/upload/rangavalli/home';

/** @param name `hero-1-desktop`, `carousel-13`, `promo-4` */
export const homePicture = (name: string) => `${FOLDER}/${name}`;
