/** Folder of the home page's pictures at the image host; the shop's own origin hands them on. */
const FOLDER = '/media/rangavalli/image/upload/rangavalli/home';

/** Address of one of the home page's pictures: `hero-1-desktop`, `carousel-13`, `promo-4`. */
export const homePicture = (name: string): string => `${FOLDER}/${name}`;
