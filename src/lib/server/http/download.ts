import type { FastifyReply } from 'fastify';

/** Sets the headers of a download and returns the file. */
export function download<File>(reply: FastifyReply, name: string, type: string, file: File): File {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return file;
}
