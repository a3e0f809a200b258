import type { FastifyReply } from 'fastify';

/** Says how an answer is saved, and hands it on. */
export function download<File>(reply: FastifyReply, name: string, type: string, file: File): File {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return file;
}
