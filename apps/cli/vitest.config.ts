export { default } from '@sallyport/vitest-preset';
