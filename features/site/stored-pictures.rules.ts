/** The address of a file of the store of pictures. */
export function pictureHref(name: string): string {
  return `/api/storage/image/${name}`;
}
