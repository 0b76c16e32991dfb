import { http, type DefaultBodyType, type HttpHandler, type HttpResponseResolver, type RequestHandlerOptions } from 'msw'
import type { paths } from '@/api/schema'
import { API } from './server'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths]
type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never

/** The values in the path: what stands in its braces. */
type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Record<Name, string> & ParamsOf<Rest> : unknown

type Json<C> = C extends { 'application/json': infer Body } ? Body : C extends { 'application/problem+json': infer Body } ? Body : string
type Fits<T> = T extends DefaultBodyType ? T : never
/** What comes in, where it is JSON. */
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } } ? Fits<Body> : DefaultBodyType
/** What may be answered, whatever the status: without content it is null, and a file is text here. */
type AnswerOf<O> = O extends { responses: infer R } ? Fits<{ [S in keyof R]: R[S] extends { content: infer C } ? Json<C> : null }[keyof R]> : never

type Mock<M extends Method> = <P extends PathOf<M>>(
  path: P,
  resolver: HttpResponseResolver<{ [N in keyof ParamsOf<P>]: string }, BodyOf<Operation<M, P>>, AnswerOf<Operation<M, P>>>,
  options?: RequestHandlerOptions,
) => HttpHandler

function mocked<M extends Method>(method: M): Mock<M> {
  return (path, resolver, options) => http[method](API + path.replaceAll('{', ':').replaceAll('}', ''), resolver as unknown as HttpResponseResolver, options)
}

/** Stand-ins for the operations of the API, held to its contract: paths, what comes in and what is answered. */
export const mock = { get: mocked('get'), post: mocked('post'), put: mocked('put'), patch: mocked('patch'), delete: mocked('delete') }
