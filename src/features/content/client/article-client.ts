import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { AboutAnswer, GuideAnswer, PostAnswer, PostsAnswer } from '../model/article-contract.ts';

export const fetchPosts = (api: ApiClient) => api.get<PostsAnswer>('/api/posts');
export const fetchGuide = (api: ApiClient) => api.get<GuideAnswer>('/api/export-guide');
export const fetchAbout = (api: ApiClient) => api.get<AboutAnswer>('/api/about');

/** A post with those to read next, or null when there is none. */
export async function fetchPost(api: ApiClient, slug: string): Promise<PostAnswer | null> {
  try {
    return await api.get<PostAnswer>(`/api/posts/${encodeURIComponent(slug)}`);
  } catch (error) {
    if (isApiFailure(error) && [400, 404, 414].includes(error.status)) return null;
    throw error;
  }
}
