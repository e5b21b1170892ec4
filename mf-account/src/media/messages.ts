export const messages = {
  choose: 'Add photos or a video',
  uploading: 'Uploading…',
  remove: (name: string) => `Remove ${name}`,
  mediaOnly: 'Please choose photos or a video.',
  tooLarge: { photo: 'A photo may have up to 10 MB.', video: 'A video may have up to 40 MB.' },
  tooMany: { photo: 'You can add up to 4 photos.', video: 'You can add one video.' },
  uploadFailed: (name: string) => `${name} could not be uploaded. Please try again.`,
};
