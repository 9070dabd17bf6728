const side = 512;

/** The picture at this address as a square PNG, in an address of its own: lock screens can't show SVG. */
export async function toPng(imageUrl: string): Promise<string> {
  const image = new Image(side, side);
  image.src = imageUrl;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const scale = Math.max(side / (image.naturalWidth || side), side / (image.naturalHeight || side));
  const width = (image.naturalWidth || side) * scale;
  const height = (image.naturalHeight || side) * scale;
  canvas.getContext('2d')?.drawImage(image, (side - width) / 2, (side - height) / 2, width, height);
  return canvas.toDataURL('image/png');
}
