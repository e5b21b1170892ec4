import type { ReviewMedia } from '@rangavalli/contracts/entities/review';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import css from './Reviews.module.css';

interface ThumbnailProps {
  photo: ReviewMedia;
  label: string;
  onOpen: () => void;
}

export const Thumbnail = ({ photo, label, onOpen }: ThumbnailProps) => (
  <button type="button" className={css.thumbnail} aria-label={label} onClick={onOpen}>
    <Picture url={photo.url} alt="" sizes="88px" ratio="1" widths={[96, 192]} />
  </button>
);
