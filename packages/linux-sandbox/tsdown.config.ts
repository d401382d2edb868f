export { default } from '@sallyport/tsdown-preset';
