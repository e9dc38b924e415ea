/** Where the pictures and their page are written. */
import { join } from 'node:path';

export const galleryFolder = join(import.meta.dirname, '../results/gallery');
