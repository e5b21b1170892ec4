import { createHash } from 'node:crypto';
import type { Asset } from './asset.js';
import { badRequest } from './errors.js';

type VideoInfo = Pick<Asset, 'width' | 'height' | 'format' | 'has_alpha' | 'bytes' | 'etag' | 'duration'>;

const WEBM = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** Describes a video by its first bytes; it is not decoded. @throws {CloudinaryError} 400 for other files */
export function inspectVideo(data: Buffer): VideoInfo {
  const isIso = data.subarray(4, 8).toString('latin1') === 'ftyp';
  if (!isIso && !data.subarray(0, 4).equals(WEBM)) throw badRequest('Invalid video file');
  const brand = data.subarray(8, 12).toString('latin1');
  const duration = isIso ? durationOf(data) : undefined;
  return {
    width: 0,
    height: 0,
    format: isIso ? (brand === 'qt  ' ? 'mov' : 'mp4') : 'webm',
    has_alpha: false,
    bytes: data.length,
    etag: createHash('md5').update(data).digest('hex'),
    ...(duration === undefined ? {} : { duration }),
  };
}

/** Reads time scale and duration of the movie header (ISO 14496-12, `mvhd`), seconds. */
function durationOf(data: Buffer): number | undefined {
  const start = data.indexOf('mvhd', 0, 'latin1') + 4;
  if (start < 4 || data.length < start + 32) return undefined;
  const isLong = data[start] === 1;
  const scale = data.readUInt32BE(start + (isLong ? 20 : 12));
  const length = isLong ? Number(data.readBigUInt64BE(start + 24)) : data.readUInt32BE(start + 16);
  return scale > 0 ? length / scale : undefined;
}
