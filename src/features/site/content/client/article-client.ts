import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { articleCalls } from '../../site-calls.ts';
import type { PostResponse } from '../model/article-contract.ts';

export const fetchPosts = (api: ApiClient) => api.call(articleCalls.posts);
export const fetchGuide = (api: ApiClient) => api.call(articleCalls.exportGuide);
export const fetchAbout = (api: ApiClient) => api.call(articleCalls.about);

/** Returns a post and its related posts, or null if it does not exist. */
export async function fetchPost(api: ApiClient, slug: string): Promise<PostResponse | null> {
  try {
    return await api.call(articleCalls.post, { params: { slug } });
  } catch (error) {
    if (isApiFailure(error) && [400, 404, 414].includes(error.status)) return null;
    throw error;
  }
}
